import TOMLKit
import AsyncHTTPClient
