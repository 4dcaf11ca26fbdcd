/** Notices for all players: who shares a device or an address, and that the operator has looked at the hands. */
import type { RoomView } from '@/api/protocol.gen'
import { t } from '@/i18n'
import { nameOf } from './names'

/** The notices as texts, the most important first: the look of the operator at this hand, devices, addresses. */
export function toldOf(view: RoomView): string[] {
  const shared = view.sharing.map(({ what, seats }) => {
    const names = seats.map((seat) => nameOf(view, seat)).join(t('table.and'))
    return what === 'device' ? t('table.same_device', { names }) : t('table.same_address', { names })
  })
  return view.inspected_at === null ? shared : [t('table.inspected'), ...shared]
}
