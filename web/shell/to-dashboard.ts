import { redirect } from 'react-router'
import type { Route } from './+types/to-dashboard.ts'

/** The short address of an app, which people type. */
export const loader = ({ request }: Route.LoaderArgs) =>
  redirect(`/${new URL(request.url).pathname.split('/')[1]}/dashboard`)
