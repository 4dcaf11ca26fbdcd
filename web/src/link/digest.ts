/** SHA-256 of texts. `crypto.subtle` does not exist on a page served over plain http. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The digest of a text's UTF-8 bytes, as 64 hex digits. */
export function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
