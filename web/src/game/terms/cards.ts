/** Room cards: the price of a match and who pays it, as numbers and as texts. */
import { account } from '@/api/account'
import type { CardPrices, Payer } from '@/api/http'
import type { RoomInfo, RoomView } from '@/api/protocol.gen'
import { t, tFound } from '@/i18n'

/** The price of a match in room cards, and how the players share it. */
export interface Bill {
  payer: Payer
  /** Cards for the whole table. 0 if rooms are free. */
  cost: number
  players: number
}

/** The bill of an open room. */
export function billOf(room: RoomInfo): Bill {
  return { payer: room.payer ?? 'owner', cost: room.cost ?? 0, players: room.players }
}

/** The price of a match of `hands` hands: that of the next entry of the list, or of the last one. */
export function priceOf(prices: CardPrices['prices'], payer: Payer, hands: number): number {
  // Keys that are whole numbers stand in their order, whatever the order of the document.
  const list = Object.entries(prices[payer] ?? {}).map(([most, cost]) => ({ most: Number(most), cost }))
  return (list.find(({ most }) => most >= hands) ?? list[list.length - 1])?.cost ?? 0
}

/** Cards that the server holds for the owner of a new room, and for each other player who takes a seat. */
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

/** Who pays how much, as text: AA，每人 1 张. */
export function billText(bill: Bill): string {
  const { owner, other } = heldOf(bill)
  if (bill.payer !== 'split') return t(`cards.bill_${bill.payer}`, { n: bill.cost })
  return owner === other ? t('cards.bill_split', { n: other }) : t('cards.bill_rest', { n: other, owner })
}

/** What the bill means for the owner, or for another player, as text. */
export function billHelp(bill: Bill, owner: boolean): string {
  const held = heldOf(bill)
  if (bill.payer === 'winner') return t('cards.help_winner', { n: bill.cost })
  if (owner && bill.payer === 'owner') return t('cards.help_owner', { n: held.owner })
  if (owner) return held.owner === held.other ? t('cards.help_bots') : t('cards.help_split')
  return held.other === 0 ? t('cards.help_guest') : t('cards.help_seat', { n: held.other })
}

/** The cards that this player needs for the start of the match. The owner pays for the seats of bots. */
export function dueOf(view: RoomView): number {
  const bill = billOf(view.room)
  const { owner, other } = heldOf(bill)
  if (view.room.owner !== view.seat) return other
  const bots = view.seats.filter((info) => info?.bot).length
  return bill.payer === 'split' ? owner + other * bots : owner
}

/** The text that says how many cards are missing. The refusal itself has no numbers. */
export async function shortText(view: RoomView): Promise<string> {
  try {
    const { available, held } = await account.cards()
    return t('errors.no_cards_of', { cost: dueOf(view), n: available + held })
  } catch {
    return t('errors.no_cards')
  }
}
