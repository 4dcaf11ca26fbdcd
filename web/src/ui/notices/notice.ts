/** What the operator says to everybody, asked for once a minute while the page is looked at. */
import { computed, onBeforeUnmount, onMounted, ref } from 'vue'
import { api } from '@/api/http'

const EVERY_MS = 60_000
/** Empty for nothing. */
export const notice = ref('')
/** Read and put away; another text comes up again. */
const read = ref('')
/** What is still to be read. */
export const unread = computed(() => (notice.value === read.value ? '' : notice.value))
/** Height in px of what stands above the page. */
export const noticeHeight = ref(0)

export function putAway(): void {
  read.value = notice.value
}

async function ask(): Promise<void> {
  if (document.hidden) return
  try {
    notice.value = (await api.config()).announcement
  } catch {
    // The next minute is early enough. What needs the server reports its own failures.
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
