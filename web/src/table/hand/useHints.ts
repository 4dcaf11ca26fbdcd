/** The texts beside the hand, and the places of call-outs. */
import { computed, type ComputedRef, type CSSProperties } from 'vue'
import type { Decision, HandView, RoomView } from '@/api/protocol.gen'
import { t } from '@/i18n'
import type { Layout } from '@/layout/layout'
import type { Tile } from '@/tiles/kinds'
import { parseTiles } from '@/tiles/notation'
import type { OwnHand } from './useHand'

interface Hints {
  /** The text in place of the buttons. */
  row: ComputedRef<string>
  /** The text in place of the waits, and the tiles that belong to it. */
  ting: ComputedRef<{ text: string; tiles: readonly Tile[] }>
  calloutAt(layout: Layout, seat: number): CSSProperties
}

const DIRECTIONS = {
  next: 'game.exchange_next',
  opposite: 'game.exchange_opposite',
  previous: 'game.exchange_previous',
} as const

function waitingText(hand: HandView, me: number): string {
  if (hand.phase === 'exchanging' && hand.exchange?.chosen[me]) return t('game.exchange_waiting')
  if (hand.phase === 'voiding' && hand.void_chosen?.[me]) return t('game.void_waiting')
  return ''
}

const NOTHING = { text: '', tiles: [] }

/** The tiles from the exchange (换来 …), until the first discard. */
function received(hand: HandView): { text: string; tiles: readonly Tile[] } {
  const { received: got, direction } = hand.exchange ?? {}
  if (!got || hand.players.some(({ river }) => river.length > 0)) return NOTHING
  const where = direction ? `${t(DIRECTIONS[direction])} · ` : ''
  return { text: `${where}${t('game.exchange_got')}`, tiles: parseTiles(got) }
}

export function useHints(
  view: ComputedRef<RoomView | null>,
  decision: ComputedRef<Decision | null>,
  own: OwnHand,
): Hints {
  const row = computed(() => {
    const hand = view.value?.hand
    if (!hand) return ''
    if (decision.value?.discard) {
      const lifted = own.liftedTile.value
      if (lifted !== null && own.mayDiscard(lifted)) return t('game.discard_again')
      const bound = own.tiles.value.some((tile) => !own.mayDiscard(tile))
      return bound ? `${t('table.my_turn')} · ${t('game.must_void')}` : t('table.my_turn')
    }
    return waitingText(hand, view.value?.seat ?? 0)
  })
  const ting = computed(() => {
    const hand = view.value?.hand
    if (!hand || view.value?.phase !== 'playing') return NOTHING
    if (decision.value?.discard && Object.keys(decision.value.ready ?? {}).length > 0)
      return { text: t('game.ready_hint'), tiles: [] }
    return received(hand)
  })
  function calloutAt(layout: Layout, seat: number): CSSProperties {
    const players = view.value?.room.players ?? 4
    const index = (seat - (view.value?.seat ?? 0) + players) % players
    const river = layout.seats[index]?.river ?? layout.centre
    return {
      left: `${river.x + river.w / 2}px`,
      top: `${river.y + river.h / 2}px`,
      fontSize: `${Math.round(72 * layout.scale)}px`,
    }
  }
  return { row, ting, calloutAt }
}
