import FeedModel

/// A key that signs by ECDSA on the curve P-256 (FIPS 186-5, section 6; NIST SP 800-186, section 3.2.1.3), for the mock's own
/// certificate.
///
/// Its steps take a time that depends on the key. That is no way to sign what others ask for: a mock signs one certificate,
/// before it listens.
struct SigningKey: Sendable {
    private typealias Point = (x: PrimeField.Number, y: PrimeField.Number, z: PrimeField.Number)

    private static let field = PrimeField(
        prime: .init(0xffff_ffff_ffff_ffff, 0x0000_0000_ffff_ffff, 0, 0xffff_ffff_0000_0001))
    /// Its prime is the number of the curve's points.
    private static let scalars = PrimeField(
        prime: .init(0xf3b9_cac2_fc63_2551, 0xbce6_faad_a717_9e84, 0xffff_ffff_ffff_ffff, 0xffff_ffff_0000_0000))
    private static let b = field.number(
        .init(0x3bce_3c3e_27d2_604b, 0x651d_06b0_cc53_b0f6, 0xb3eb_bd55_7698_86bc, 0x5ac6_35d8_aa3a_93e7))
    private static let base: Point = (
        field.number(.init(0xf4a1_3945_d898_c296, 0x7703_7d81_2deb_33a0, 0xf8bc_e6e5_63a4_40f2, 0x6b17_d1f2_e12c_4247)),
        field.number(.init(0xcbb6_4068_37bf_51f5, 0x2bce_3357_6b31_5ece, 0x8ee7_eb4a_7c0f_9e16, 0x4fe3_42e2_fe1a_7f9b)),
        field.one
    )

    /// 32 bytes, as RFC 5915 wants them.
    let secret: [UInt8]
    /// The point that belongs to the secret, not compressed (SEC 1, section 2.3.3).
    let publicPoint: [UInt8]

    /// - Parameter secret: 32 bytes, from 1 to the number of points less one
    init(secret: [UInt8] = Self.randomScalar()) {
        self.secret = secret
        let (x, y) = Self.affine(Self.multiple(.init(bigEndianBytes: secret)))
        publicPoint = [0x04] + x.bigEndianBytes + y.bigEndianBytes
    }

    /// The signature of bytes by their SHA-256, in DER.
    ///
    /// - Parameter nonce: known to nobody, and never used again: who knows it knows the secret
    func signature(for bytes: [UInt8], nonce: [UInt8] = Self.randomScalar()) -> [UInt8] {
        let scalars = Self.scalars
        let nonce = PrimeField.Number(bigEndianBytes: nonce)
        let r = scalars.number(Self.affine(Self.multiple(nonce)).x)
        let digest = scalars.number(.init(bigEndianBytes: SHA256.hash(data: bytes)))
        let product = scalars.product(r, scalars.number(.init(bigEndianBytes: secret)))
        let s = scalars.product(scalars.reciprocal(scalars.number(nonce)), scalars.sum(digest, product))
        // A number of 256 bits may begin with a bit 1, which would make it negative.
        return DER.sequence([r, s].flatMap { DER.integer([0] + scalars.value($0).bigEndianBytes) })
    }

    private static func randomScalar() -> [UInt8] {
        while true {
            let value = PrimeField.Number.random(in: .min ... .max)
            if scalars.isBelowPrime(value), value != .zero { return value.bigEndianBytes }
        }
    }

    /// The base point so many times.
    private static func multiple(_ scalar: PrimeField.Number) -> Point {
        let none: Point = (.zero, field.one, .zero)
        return PrimeField.bits(scalar).reduce(none) { point, bit in
            let double = sum(point, point)
            return bit ? sum(double, base) : double
        }
    }

    private static func affine(_ point: Point) -> (x: PrimeField.Number, y: PrimeField.Number) {
        let scale = field.reciprocal(point.z)
        return (field.value(field.product(point.x, scale)), field.value(field.product(point.y, scale)))
    }

    /// Of any two points, the same ones and none too: Renes, Costello and Batina, Complete addition formulas for prime order
    /// elliptic curves (2016), with a = -3.
    private static func sum(_ p: Point, _ q: Point) -> Point {
        func times3(_ x: PrimeField.Number) -> PrimeField.Number { field.sum(x, field.sum(x, x)) }
        let (xx, yy, zz) = (field.product(p.x, q.x), field.product(p.y, q.y), field.product(p.z, q.z))
        let xy = field.sum(field.product(p.x, q.y), field.product(q.x, p.y))
        let xz = field.sum(field.product(p.x, q.z), field.product(q.x, p.z))
        let yz = field.sum(field.product(p.y, q.z), field.product(q.y, p.z))
        // With the letters of the paper: 3b·ZZ + a·XZ, then 3b·XZ + a·XX - a²·ZZ, and 3·XX + a·ZZ.
        let first = times3(field.difference(field.product(b, zz), xz))
        let second = times3(field.difference(field.difference(field.product(b, xz), xx), times3(zz)))
        let third = times3(field.difference(xx, zz))
        let (above, below) = (field.sum(yy, first), field.difference(yy, first))
        return (
            field.difference(field.product(xy, below), field.product(yz, second)),
            field.sum(field.product(above, below), field.product(third, second)),
            field.sum(field.product(yz, above), field.product(xy, third))
        )
    }
}
