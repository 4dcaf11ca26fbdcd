import type zh from '@/i18n/zh/play/result'

const en: Record<keyof typeof zh, string> = {
  hand: 'Hand {n}',
  exhausted: 'Wall empty',
  final: 'Final ranking',
  next: 'Next hand',
  next_in: 'Next hand ({n})',
  again: 'Play again',
  total: 'Total',
  times: '×{n}',
  discard_win: 'Win on a discard',
  self_draw: 'Self-draw',
  robbed_kong: 'Robbed kong',
  ready_check: 'Not ready',
  three_suits: 'Three suits',
  nothing: 'Nobody pays',
  rank: 'No. {n}',
}
export default en
