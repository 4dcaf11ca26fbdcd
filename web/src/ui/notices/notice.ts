/** The operator's announcement. The page asks for it once a minute while it is visible. */
import { computed, onBeforeUnmount, onMounted, ref } from 'vue'
import { api } from '@/api/http'

const EVERY_MS = 60_000
/** The present announcement. Empty if there is none. */
export const notice = ref('')
/** The announcement that the player has closed. Another text appears again. */
const read = ref('')
/** The announcement, unless the player has closed it. */
export const unread = computed(() => (notice.value === read.value ? '' : notice.value))
/** Height of the announcement above the page, px. */
export const noticeHeight = ref(0)

export function putAway(): void {
  read.value = notice.value
}

async function ask(): Promise<void> {
  if (document.hidden) return
  try {
    notice.value = (await api.config()).announcement
  } catch {
    // The page asks again in a minute. Other requests report their own failures.
  }
}

/** Keeps `notice` up to date while the component lives. */
export function watchNotice(): void {
  let timer = 0
  onMounted(() => {
    void ask()
    timer = window.setInterval(() => void ask(), EVERY_MS)
  })
  onBeforeUnmount(() => window.clearInterval(timer))
}
