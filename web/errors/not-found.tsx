import { data, redirectDocument } from 'react-router'
import type { Route } from './+types/not-found.ts'

/** Every address that is not in the route table. */
export function loader(): never {
  throw data(null, 404)
}

export const action = loader

/** A page knows the routes of its own area alone, so of other addresses it asks the server. */
export function clientLoader({ request }: Route.ClientLoaderArgs): never {
  throw redirectDocument(request.url)
}

export default function NotFound() {
  return null
}
