import type { Found } from '@/api/console'

/** When everything here happened. */
export const AT = 1_767_225_600_000

/** A player as the console lists them. */
export const player = (change: Partial<Found> = {}): Found => ({
  id: 'p1',
  name: '阿勇',
  created_at: AT,
  last_seen: AT,
  available: 3,
  held: 0,
  banned: false,
  muted: false,
  reason: '',
  room: null,
  room_id: null,
  sharing: [],
  ...change,
})
