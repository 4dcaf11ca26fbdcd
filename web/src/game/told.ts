/** What players are to know of each other and of the operator, beside the game. */
import type { RoomView } from '@/api/protocol.gen'
import { t } from '@/i18n'
import { nameOf } from './names'

/** In the order of weight: the operator's look at this hand, one device, one address. */
export function toldOf(view: RoomView): string[] {
  const shared = view.sharing.map(({ what, seats }) => {
    const names = seats.map((seat) => nameOf(view, seat)).join(t('table.and'))
    return what === 'device' ? t('table.same_device', { names }) : t('table.same_address', { names })
  })
  return view.inspected_at === null ? shared : [t('table.inspected'), ...shared]
}
