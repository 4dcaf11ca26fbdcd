/** The player's own hand: the lifted tile, the tiles that may be discarded, and those picked for the exchange. */
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import type { Decision, HandView } from '@/api/protocol.gen'
import { ownTiles } from '@/game/select'
import type { Session } from '@/game/session'
import { t } from '@/i18n'
import { settings } from '@/settings'
import { suitOf, type Suit, type Tile } from '@/tiles/kinds'
import { asTile, countOf, parseTiles, formatTiles } from '@/tiles/notation'
import { toast } from '@/ui/notices/toast'
import { mayExchange } from './exchange'

export interface OwnHand {
  /** The tiles in the order of the screen, the drawn one last. */
  tiles: ComputedRef<readonly Tile[]>
  drawn: ComputedRef<boolean>
  voided: ComputedRef<Suit | null>
  /** The player has won. The tiles are open, and the player cannot discard them. */
  open: ComputedRef<boolean>
  /** Index of the lifted tile. */
  lifted: Ref<number | null>
  liftedTile: ComputedRef<Tile | null>
  /** Indexes of the tiles picked for the exchange. */
  picked: Ref<readonly number[]>
  exchanging: ComputedRef<boolean>
  /** Whether the picked tiles are a legal exchange. */
  complete: ComputedRef<boolean>
  mayDiscard(tile: Tile): boolean
  tap(index: number): void
  flick(index: number): void
  move(step: number): void
  drop(): void
  giveAway(): void
}

export function useHand(
  session: Session,
  hand: ComputedRef<HandView | null>,
  decision: ComputedRef<Decision | null>,
): OwnHand {
  const own = computed(() => hand.value && ownTiles(hand.value, session.view.value?.seat ?? 0))
  const tiles = computed(() => {
    if (own.value === null) return []
    return own.value.drawn === null ? own.value.tiles : [...own.value.tiles, own.value.drawn]
  })
  const allowed = computed(() => parseTiles(decision.value?.discard ?? ''))
  const exchanging = computed(() => (decision.value?.exchange ?? []).length > 0)
  const open = computed(() => Boolean(hand.value?.players[session.view.value?.seat ?? 0]?.won))
  const lifted = ref<number | null>(null)
  const picked = ref<readonly number[]>([])
  const liftedTile = computed(() => (lifted.value === null ? null : (tiles.value[lifted.value] ?? null)))
  const pickedTiles = computed(() => picked.value.flatMap((index) => tiles.value[index] ?? []))
  const complete = computed(() => mayExchange(decision.value?.exchange ?? [], pickedTiles.value))

  watch(tiles, (now, before) => {
    if (formatTiles([...now]) !== formatTiles([...(before ?? [])])) lifted.value = null
  })
  // Picks the default exchange, the one that happens without an answer. The player may pick other tiles.
  watch(
    [exchanging, () => decision.value?.id],
    () => {
      lifted.value = null
      picked.value = exchanging.value ? suggestion(tiles.value, decision.value?.suggested ?? '') : []
    },
    { immediate: true },
  )

  const mayDiscard = (tile: Tile): boolean => allowed.value.includes(tile)

  function discard(index: number): void {
    const tile = tiles.value[index]
    if (tile === undefined) return
    if (mayDiscard(tile)) {
      session.decide({ type: 'discard', tile })
      return
    }
    if (allowed.value.length > 0 && own.value?.voided && suitOf(tile) !== own.value.voided)
      toast(t('game.must_void'))
  }

  function pick(index: number): void {
    const others = picked.value.filter((one) => one !== index)
    picked.value = others.length < picked.value.length ? others : [...picked.value.slice(-2), index]
  }

  function tap(index: number): void {
    if (open.value) return
    if (exchanging.value) pick(index)
    else if (lifted.value === index || (settings.singleTap && allowed.value.length > 0)) {
      lifted.value = index
      discard(index)
      if (allowed.value.length === 0) lifted.value = null
    } else lifted.value = index
  }

  function move(step: number): void {
    const count = tiles.value.length
    if (count === 0 || exchanging.value || open.value) return
    lifted.value = lifted.value === null ? count - 1 : (lifted.value + step + count) % count
  }

  return {
    tiles,
    drawn: computed(() => own.value !== null && own.value.drawn !== null),
    open,
    voided: computed(() => own.value?.voided ?? null),
    lifted,
    liftedTile,
    picked,
    exchanging,
    complete,
    mayDiscard,
    tap,
    move,
    flick: (index) => {
      if (exchanging.value || open.value) return
      lifted.value = index
      discard(index)
    },
    drop: () => (lifted.value = null),
    giveAway: () => {
      if (complete.value) session.decide({ type: 'exchange', tiles: pickedTiles.value })
    },
  }
}

/** The indexes of suggested tiles in the hand. */
function suggestion(tiles: readonly Tile[], text: string): number[] {
  const indexes: number[] = []
  for (const tile of parseTiles(text)) {
    const used = countOf(
      indexes.map((index) => tiles[index] as Tile),
      tile,
    )
    const places = tiles.flatMap((other, index) => (asTile(other) === tile ? [index] : []))
    const index = places[used]
    if (index !== undefined) indexes.push(index)
  }
  return indexes
}
