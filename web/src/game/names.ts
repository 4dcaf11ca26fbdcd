/** Names of players. A person has their own name. A bot has a name in the language of the page. */
import type { RoomView, SeatInfo } from '@/api/protocol.gen'
import { t, type Key } from '@/i18n'

/** The bot names of the server, and the keys of their texts. */
const BOTS: ReadonlyMap<string, Key & `table.bot_${string}`> = new Map([
  ['小万', 'table.bot_m'],
  ['小筒', 'table.bot_p'],
  ['小条', 'table.bot_s'],
  ['小中', 'table.bot_z'],
])

export function seatName({ name, bot }: Pick<SeatInfo, 'name' | 'bot'>): string {
  const known = bot ? BOTS.get(name) : undefined
  return known === undefined ? name : t(known)
}

export function nameOf(view: RoomView, seat: number): string {
  const info = view.seats[seat]
  return info ? seatName(info) : '?'
}
