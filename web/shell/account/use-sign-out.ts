import { useSubmit } from 'react-router'
import { saveBeforeSignOut } from '#web/lib/kept/before-sign-out.ts'
import { dropOthers } from '#web/lib/kept/kept-work.ts'

/** Unsaved work is saved first if possible. */
export function useSignOut() {
  const submit = useSubmit()
  return async () => {
    const { pathname } = location
    const drop = () => dropOthers(null)
    await saveBeforeSignOut()
    // May leave the page for another host, so it comes last.
    window.addEventListener('pagehide', drop)
    await submit(null, { method: 'post', action: '/sign-out' })
    window.removeEventListener('pagehide', drop)
    // The person may have chosen to stay because of unsaved work.
    if (location.pathname !== pathname) drop()
  }
}
