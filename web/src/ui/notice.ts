/** What the operator says to everybody, asked for once a minute while the page is looked at. */
import { onBeforeUnmount, onMounted, ref } from 'vue'
import { api } from '@/api/http'

const EVERY_MS = 60_000
/** Empty for nothing. */
export const notice = ref('')

async function ask(): Promise<void> {
  if (document.hidden) return
  try {
    notice.value = (await api.config()).announcement
  } catch {
    // The next minute is early enough: whatever needs the server says so itself.
  }
}

/** Keeps `notice` fresh while the component lives. */
export function watchNotice(): void {
  let timer = 0
  onMounted(() => {
    void ask()
    timer = window.setInterval(() => void ask(), EVERY_MS)
  })
  onBeforeUnmount(() => window.clearInterval(timer))
}
