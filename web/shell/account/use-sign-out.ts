import { useSubmit } from 'react-router'
import { saveBeforeSignOut } from '#web/lib/kept/before-sign-out.ts'
import { dropOthers } from '#web/lib/kept/kept-work.ts'

/** Returns a function that saves unsaved work if possible, signs out, and deletes stored work from this browser. */
export function useSignOut() {
  const submit = useSubmit()
  return async () => {
    const { pathname } = location
    const drop = () => dropOthers(null)
    await saveBeforeSignOut()
    // Sign-out may lead to another host, so the stored work is deleted when this page is closed.
    window.addEventListener('pagehide', drop)
    await submit(null, { method: 'post', action: '/sign-out' })
    window.removeEventListener('pagehide', drop)
    // If the path is unchanged, the person chose to stay because of unsaved work. Then the stored work is not deleted.
    if (location.pathname !== pathname) drop()
  }
}
