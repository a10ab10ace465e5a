import { redirect } from 'react-router'
import type { Route } from './+types/to-dashboard.ts'

export const loader = ({ request }: Route.LoaderArgs) =>
  redirect(`/${new URL(request.url).pathname.split('/')[1]}/dashboard`)
