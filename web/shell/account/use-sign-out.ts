import { useSubmit } from 'react-router'

export function useSignOut() {
  const submit = useSubmit()
  return () => submit(null, { method: 'post', action: '/sign-out' })
}
