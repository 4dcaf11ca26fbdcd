/** Texts and sums of the settlement sheet. */
import type { ResultView, RoomView, TransferView, WinView } from '@/api/protocol.gen'
import { nameOf } from '@/game/names'
import { t } from '@/i18n'

/** The sum of the items in 颗, before the multiplier. */
export function sumOf(items: readonly { ke: number }[]): number {
  return items.reduce((sum, { ke }) => sum + ke, 0)
}

/** How the player won, as text: 点炮 老张, 自摸, 抢老张的杠. */
export function howWon(view: RoomView, win: WinView): string {
  const name = nameOf(view, win.source ?? -1)
  if (win.by === 'draw') return t('game.won_by_draw')
  return win.by === 'discard' ? t('game.won_by_discard', { name }) : t('game.won_by_rob', { name })
}

export interface Payment {
  from: string
  to: string
  ke: number
  reason: string
}

const REASONS: Readonly<Record<TransferView['reason'], () => string>> = {
  self_draw: () => t('game.self_draw'),
  discard: () => t('game.discard'),
  rob_kong: () => t('game.rob_kong'),
  ready_check: () => t('game.ready_check'),
  flower_pig: () => t('game.flower_pig'),
}

export function payments(view: RoomView, result: ResultView): Payment[] {
  return result.transfers.map(({ payer, payee, ke, reason }) => ({
    from: nameOf(view, payer),
    to: nameOf(view, payee),
    ke,
    reason: REASONS[reason](),
  }))
}
