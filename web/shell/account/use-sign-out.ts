import { useSubmit } from 'react-router'
import { saveBeforeSignOut } from '#web/lib/kept/before-sign-out.ts'
import { dropOthers } from '#web/lib/kept/kept-work.ts'

/** Signs out, and drops what this browser keeps of the person. What can be saved is saved first. */
export function useSignOut() {
  const submit = useSubmit()
  return async () => {
    const { pathname } = location
    const drop = () => dropOthers(null)
    await saveBeforeSignOut()
    // The last thing that this page does, if it leads to another host.
    window.addEventListener('pagehide', drop)
    await submit(null, { method: 'post', action: '/sign-out' })
    window.removeEventListener('pagehide', drop)
    // Whoever was asked about what is not saved may have stayed.
    if (location.pathname !== pathname) drop()
  }
}
