import { shallowRef } from 'vue'

/** Whether the device has a network. It may be wrong where it says yes, never where it says no. */
export const network = shallowRef(navigator.onLine)

const look = (): void => {
  network.value = navigator.onLine
}
window.addEventListener('online', look)
window.addEventListener('offline', look)
