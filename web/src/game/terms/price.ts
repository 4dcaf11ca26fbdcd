/** The price of the new room for the player who makes it, and the room cards that the player has. */
import { computed, ref, shallowRef, type Ref } from 'vue'
import { account } from '@/api/account'
import { api, type CardPrices, type Options, type Payer } from '@/api/http'
import { heldOf, priceOf, type Bill } from './cards'

export function usePrice(payer: Ref<Payer>, options: Ref<Options>) {
  const known = shallowRef<CardPrices | null>(null)
  /** The room cards that the player can spend. */
  const have = ref(0)

  const free = computed(() => known.value?.free ?? false)
  const payers = computed(() => Object.keys(known.value?.prices ?? {}) as Payer[])
  const bill = computed<Bill>(() => {
    const { hands, players } = options.value
    const prices = known.value?.prices
    const cost = free.value || prices === undefined ? 0 : priceOf(prices, payer.value, Number(hands))
    return { payer: payer.value, cost, players: Number(players) }
  })
  const need = computed(() => heldOf(bill.value).owner)
  const short = computed(() => have.value < need.value)

  /** Fetches the number of cards. Raises ApiError. */
  async function count(): Promise<void> {
    have.value = (await account.cards()).available
  }

  /** Fetches the prices and the number of cards. Raises ApiError. */
  async function load(): Promise<void> {
    const [{ cards }] = await Promise.all([api.config(), count()])
    known.value = cards
  }

  return { free, payers, have, bill, need, short, count, load }
}
