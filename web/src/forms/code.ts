/**
 * The digits of a room code in a typed or pasted text. Takes the code of a link if there is one, else six digits in a
 * row that stand alone, else the first six digits. Full-width digits count.
 */
export function codeDigits(text: string): string {
  const plain = text.normalize('NFKC')
  const named = /\/r\/(\d{6})(?!\d)/.exec(plain) ?? /(?:^|\D)(\d{6})(?!\d)/.exec(plain)
  return named?.[1] ?? plain.replace(/\D/g, '').slice(0, 6)
}
