// SPDX-License-Identifier: GPL-3.0-or-later
import CExpat
import Player

/// What an XML document tells as it is read.
protocol XMLListener: AnyObject {
  /// An element begins; its name without the prefix, in lower case, and its attributes alike.
  func begin(_ name: String, _ attributes: [String: [UInt8]])
  /// Text within the element; may come in pieces.
  func text(_ bytes: UnsafeRawBufferPointer)
  /// The element ends.
  func end(_ name: String)
  /// Whether enough was heard.
  var isSated: Bool { get }
}

/// Reads XML with libexpat. Documents that declare entities are refused: a list has no use for
/// them, and they make gigabytes out of a line.
enum XMLReader {
  /// The library's own sentence of what is wrong.
  struct Damage: Error {
    var reason: String
  }

  /// Reads `document`; what was told before a damage stands (`XML_Parse`).
  static func read(_ document: [UInt8], _ listener: any XMLListener) throws(Damage) {
    guard let parser = unsafe XML_ParserCreate(nil) else {
      throw Damage(reason: SystemError(rawValue: 12).description)
    }
    defer { unsafe XML_ParserFree(parser) }
    let session = unsafe XMLSession(listener, parser)
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(session).toOpaque())
    unsafe XML_SetElementHandler(parser, elementBegins, elementEnds)
    unsafe XML_SetCharacterDataHandler(parser, textComes)
    unsafe XML_SetEntityDeclHandler(parser, entityIsDeclared)
    unsafe XML_SetUnknownEncodingHandler(parser, encodingIsUnknown, nil)
    var place = 0
    while place < document.count, !listener.isSated {
      let end = min(place + 65_536, document.count)
      let isLast: Int32 = end == document.count ? 1 : 0
      let status = unsafe document[place..<end].withUnsafeBytes { raw in
        unsafe XML_Parse(
          parser, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count), isLast)
      }
      guard status == XML_STATUS_OK else { break }
      place = end
    }
    let code = unsafe XML_GetErrorCode(parser)
    guard code != XML_ERROR_NONE, !listener.isSated else { return }
    let words = unsafe XML_ErrorString(code)
    throw Damage(reason: unsafe words.map { unsafe String(cString: $0) } ?? "")
  }
}

/// What the callbacks are given.
@safe private final class XMLSession {
  let listener: any XMLListener
  let parser: XML_Parser
  /// Deeper nesting is no list; the library's own stack grows with it.
  static let deepest = 1000
  var depth = 0

  init(_ listener: any XMLListener, _ parser: XML_Parser) {
    self.listener = listener
    unsafe self.parser = unsafe parser
  }

  static func of(_ data: UnsafeMutableRawPointer?) -> XMLSession? {
    unsafe data.map { unsafe Unmanaged<XMLSession>.fromOpaque($0).takeUnretainedValue() }
  }

  func stop() { _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE)) }
}

/// A name without its prefix, in lower case: players write both as they like.
private func localName(_ name: UnsafePointer<CChar>) -> String {
  let whole = unsafe String(cString: name)
  let local = whole.lastIndex(of: ":").map { whole[whole.index(after: $0)...] } ?? whole[...]
  return String(local.prefix(100)).lowercased()
}

private func elementBegins(
  _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
  guard let session = unsafe XMLSession.of(data), let name = unsafe name else { return }
  session.depth += 1
  guard session.depth < XMLSession.deepest, !session.listener.isSated else { return session.stop() }
  var found: [String: [UInt8]] = [:]
  var place = 0
  while let key = unsafe attributes?[place], let value = unsafe attributes?[place + 1] {
    unsafe found[localName(key)] = unsafe bytes(ofCString: value)
    place += 2
  }
  session.listener.begin(unsafe localName(name), found)
}

private func elementEnds(_ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
  guard let session = unsafe XMLSession.of(data), let name = unsafe name else { return }
  session.depth -= 1
  session.listener.end(unsafe localName(name))
}

private func textComes(
  _ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32
) {
  guard let session = unsafe XMLSession.of(data) else { return }
  unsafe session.listener.text(UnsafeRawBufferPointer(start: text, count: Int(count)))
}

private func entityIsDeclared(
  _ data: UnsafeMutableRawPointer?, _: UnsafePointer<CChar>?, _: Int32, _: UnsafePointer<CChar>?,
  _: Int32, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?
) {
  unsafe XMLSession.of(data)?.stop()
}

/// Of the encodings libexpat does not know itself, that of Western Windows is read.
private func encodingIsUnknown(
  _: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ info: UnsafeMutablePointer<XML_Encoding>?
) -> Int32 {
  guard let name = unsafe name, let info = unsafe info else {
    return Int32(XML_STATUS_ERROR.rawValue)
  }
  guard ["windows-1252", "cp1252"].contains(unsafe String(cString: name).lowercased()) else {
    return Int32(XML_STATUS_ERROR.rawValue)
  }
  unsafe withUnsafeMutableBytes(of: &info.pointee.map) { raw in
    let map = unsafe raw.bindMemory(to: Int32.self)
    for byte in 0..<256 { unsafe map[byte] = Int32(windows1252Scalar(UInt8(byte)).value) }
  }
  unsafe info.pointee.data = nil
  unsafe info.pointee.convert = nil
  unsafe info.pointee.release = nil
  return Int32(XML_STATUS_OK.rawValue)
}
