import { useSubmit } from 'react-router'
import { saveBeforeSignOut } from '#web/lib/kept/before-sign-out.ts'
import { dropOthers } from '#web/lib/kept/kept-work.ts'

/** Saves unsaved work if possible, signs out, and deletes kept work from this browser. */
export function useSignOut() {
  const submit = useSubmit()
  return async () => {
    const { pathname } = location
    const drop = () => dropOthers(null)
    await saveBeforeSignOut()
    // Sign-out may lead to another host, so kept work is deleted when this page goes.
    window.addEventListener('pagehide', drop)
    await submit(null, { method: 'post', action: '/sign-out' })
    window.removeEventListener('pagehide', drop)
    // If the path is unchanged, the person stayed because of unsaved work.
    if (location.pathname !== pathname) drop()
  }
}
