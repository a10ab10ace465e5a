import { data } from 'react-router'
import type { Route } from './+types/not-found.ts'

/** Every address that is not in the route table. */
export function loader(): never {
  throw data(null, 404)
}

export const action = loader

const patienceMs = 5_000
let leaving = { to: '', at: 0 }

/**
 * A page knows the routes of its own area alone, so for other addresses it loads a document. What is read again meanwhile
 * begins the navigation anew, and must not begin the loading anew.
 */
export async function clientLoader({ request: { url } }: Route.ClientLoaderArgs): Promise<never> {
  if (leaving.to !== url || Date.now() - leaving.at > patienceMs) {
    leaving = { to: url, at: Date.now() }
    window.location.assign(url)
  }
  return new Promise(() => {})
}

export default function NotFound() {
  return null
}
