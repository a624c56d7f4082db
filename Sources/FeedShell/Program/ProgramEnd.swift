/// Ends the program with the code of another one that it ran, without a word of its own.
package struct ProgramEnd: Error, Equatable {
    /// 1 to 255.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }
}
