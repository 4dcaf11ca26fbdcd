/** Room cards: what a match costs and who pays, in numbers and in words. */
import { account } from '@/api/account'
import type { CardPrices, Payer } from '@/api/http'
import type { RoomInfo, RoomView } from '@/api/protocol.gen'
import { t, tFound } from '@/i18n'

/** What is to be paid for a match, as rooms tell it. */
export interface Bill {
  payer: Payer
  /** For the whole table; 0 where rooms are free. */
  cost: number
  players: number
}

/** The bill of a room that is open. */
export function billOf(room: RoomInfo): Bill {
  return { payer: room.payer ?? 'owner', cost: room.cost ?? 0, players: room.players }
}

/** The cost of a match of so many hands: that of the next length on the list, or of the longest. */
export function priceOf(prices: CardPrices['prices'], payer: Payer, hands: number): number {
  // Keys that are whole numbers stand in their order, whatever the order of the document.
  const list = Object.entries(prices[payer] ?? {}).map(([most, cost]) => ({ most: Number(most), cost }))
  return (list.find(({ most }) => most >= hands) ?? list[list.length - 1])?.cost ?? 0
}

/** Cards held from the owner when they make the room, and from each other player when they take a seat. */
export function heldOf({ payer, cost, players }: Bill): { owner: number; other: number } {
  switch (payer) {
    case 'owner':
      return { owner: cost, other: 0 }
    case 'winner':
      return { owner: cost, other: cost }
    case 'split': {
      const other = Math.floor(cost / players)
      return { owner: cost - other * (players - 1), other }
    }
  }
}

export function payerName(payer: Payer): string {
  return tFound(`cards.payer_${payer}`) ?? payer
}

/** AA，每人 1 张. */
export function billText(bill: Bill): string {
  const { owner, other } = heldOf(bill)
  if (bill.payer !== 'split') return t(`cards.bill_${bill.payer}`, { n: bill.cost })
  return owner === other ? t('cards.bill_split', { n: other }) : t('cards.bill_rest', { n: other, owner })
}

/** What it means for the owner, or for another player. */
export function billHelp(bill: Bill, owner: boolean): string {
  const held = heldOf(bill)
  if (bill.payer === 'winner') return t('cards.help_winner', { n: bill.cost })
  if (owner && bill.payer === 'owner') return t('cards.help_owner', { n: held.owner })
  if (owner) return held.owner === held.other ? t('cards.help_bots') : t('cards.help_split')
  return held.other === 0 ? t('cards.help_guest') : t('cards.help_seat', { n: held.other })
}

/** What this player has to have for the match to begin; the owner pays for the seats of bots. */
export function dueOf(view: RoomView): number {
  const bill = billOf(view.room)
  const { owner, other } = heldOf(bill)
  if (view.room.owner !== view.seat) return other
  const bots = view.seats.filter((info) => info?.bot).length
  return bill.payer === 'split' ? owner + other * bots : owner
}

/** Says how many cards are missing: the refusal itself has no numbers. */
export async function shortText(view: RoomView): Promise<string> {
  try {
    const { available, held } = await account.cards()
    return t('errors.no_cards_of', { cost: dueOf(view), n: available + held })
  } catch {
    return t('errors.no_cards')
  }
}
