/** `count` random bytes as hex. `crypto.randomUUID` does not exist on plain http. */
export function randomHex(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
