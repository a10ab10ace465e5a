import { data } from 'react-router'

/** Every address that is not in the route table. */
export function loader(): never {
  throw data(null, 404)
}

export const action = loader

export default function NotFound() {
  return null
}
