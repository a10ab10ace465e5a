import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

const signIn = layout('shell/auth-layout.tsx', [
  route('auth/login', 'auth/login/login.tsx'),
  route('auth/login-verify', 'auth/login/login-verify.tsx'),
  route('auth/register', 'auth/register/register.tsx'),
  route('auth/register-verify', 'auth/register/register-verify.tsx'),
  route('auth/create-workspace', 'auth/workspace/create-workspace.tsx'),
  route('auth/verify', 'auth/login/verify.tsx'),
  route('auth/invitation', 'auth/invitation/invitation.tsx'),
  route('auth/invitation-verify', 'auth/invitation/invitation-verify.tsx'),
  route('customer/auth/login', 'customer/auth/login.tsx'),
  route('customer/auth/login-verify', 'customer/auth/login-verify.tsx'),
  route('customer/auth/register', 'customer/auth/register.tsx'),
  route('customer/auth/register-verify', 'customer/auth/register-verify.tsx'),
])

const admin = [
  index('index.tsx'),
  route('coming-soon', 'coming-soon.tsx'),
  route('admin/profile', 'admin/profile.tsx'),
  route('admin/audit-log', 'admin/audit-log/audit-log.tsx'),
  route('team', 'team/team.tsx'),
]

const service = [
  route('service', 'shell/to-dashboard.ts', { id: 'service' }),
  route('service/dashboard', 'service/dashboard/dashboard.tsx'),
  route('service/start-trial', 'service/start-trial.tsx'),
  route('service/onboarding', 'service/onboarding/onboarding.tsx'),
  route('service/tickets', 'service/tickets/list/tickets.tsx'),
  route('service/tickets/create', 'service/tickets/create-ticket/create.tsx'),
  route('service/tickets/:ticketGuidId', 'service/tickets/ticket-page/ticket.tsx'),
  route('service/customers', 'service/customers/list/customers.tsx'),
  route('service/customers/:id', 'service/customers/customer/customer.tsx'),
  route('service/customers/:id/exports', 'service/customers/exports/customer-exports.tsx'),
  route('service/customers/:id/erase', 'service/customers/erasure/erase.tsx'),
  route('service/companies', 'service/customers/list/companies.tsx'),
  route('service/companies/:id', 'service/customers/company/company.tsx'),
  route('service/knowledgebase/admin', 'service/knowledge-base/overview/overview.tsx'),
  route('service/knowledgebase/admin/categories', 'service/knowledge-base/categories/categories.tsx'),
  route('service/knowledgebase/admin/categories/edit/:id?', 'service/knowledge-base/categories/edit/edit-category.tsx'),
  route('service/knowledgebase/admin/articles', 'service/knowledge-base/list/articles.tsx'),
  route('service/knowledgebase/admin/articles/replace', 'service/knowledge-base/find-and-replace/replace.tsx'),
  route('service/knowledgebase/admin/articles/edit/:id?', 'service/knowledge-base/editor/edit.tsx'),
  route('service/knowledgebase/admin/feedback', 'service/knowledge-base/feedback/feedback.tsx'),
  route('service/knowledgebase/admin/imports', 'service/knowledge-base/import-and-export/moves.tsx'),
  route('service/knowledgebase/admin/imports/:id', 'service/knowledge-base/import-and-export/import.tsx'),
  route('service/knowledgebase/admin/gaps', 'service/knowledge-base/gaps/gaps.tsx'),
  route('service/knowledgebase/admin/reports', 'service/knowledge-base/reports/reports.tsx'),
  route('service/settings', 'service/settings/general.tsx'),
  route('service/settings/ticket-fields', 'service/settings/custom-fields/ticket-fields.tsx'),
  route('service/settings/customer-fields', 'service/settings/custom-fields/customer-fields.tsx'),
  route('service/settings/company-fields', 'service/settings/custom-fields/company-fields.tsx'),
  route('service/settings/forms', 'service/settings/ticket-forms/ticket-forms.tsx'),
  route('service/macros', 'service/settings/macros/macros.tsx'),
  route('service/settings/views', 'service/settings/views/views.tsx'),
  route('service/settings/statuses', 'service/settings/statuses/statuses.tsx'),
  route('service/settings/teams', 'service/settings/teams/teams.tsx'),
  route('service/settings/tags', 'service/settings/tags/tags.tsx'),
  route('service/settings/api-keys', 'service/settings/api-keys/api-keys-page.tsx'),
  route('service/settings/knowledge-base', 'service/settings/knowledge-base/knowledge-base.tsx'),
  route('service/settings/knowledge-base/synonyms', 'service/settings/synonyms/synonyms.tsx'),
  route('service/settings/knowledge-base/redirects', 'service/settings/redirects/redirects.tsx'),
  route('service/settings/knowledge-base/searches', 'service/settings/searches/searches.tsx'),
]

const cms = [
  route('cms', 'shell/to-dashboard.ts', { id: 'cms' }),
  route('cms/dashboard', 'cms/dashboard/dashboard.tsx'),
  route('cms/categories', 'cms/categories/categories.tsx'),
  route('cms/categories/create', 'cms/categories/edit-category.tsx', { id: 'create-content-category' }),
  route('cms/categories/edit/:id', 'cms/categories/edit-category.tsx'),
  route('cms/content/list', 'cms/entry-list/entries.tsx'),
  layout('cms/entry-editor/edit.tsx', [
    route('cms/content/create', 'cms/entry-editor/empty-route.tsx', { id: 'create-entry' }),
    route('cms/content/edit/:guidId', 'cms/entry-editor/empty-route.tsx', { id: 'edit-entry' }),
  ]),
  route('cms/settings', 'cms/settings/models.tsx'),
  route('cms/settings/keys', 'cms/settings/keys.tsx'),
  route('cms/settings/languages', 'cms/settings/languages.tsx'),
  route('cms/settings/pictures', 'cms/settings/pictures/pictures.tsx'),
  route('cms/settings/models/:key', 'cms/settings/model.tsx'),
  route('cms/media', 'cms/media/media.tsx'),
]

const team = layout('shell/team-layout.tsx', [
  layout('shell/page-boundary.tsx', [
    ...admin,
    ...service,
    route('sales', 'sales/sales.tsx'),
    route('hr', 'hr/hr.tsx'),
    ...cms,
  ]),
])

const customer = layout('shell/customer-layout.tsx', [
  layout('shell/page-boundary.tsx', { id: 'customer-page-boundary' }, [
    route('customer/dashboard', 'customer/dashboard.tsx'),
    route('customer/tickets', 'customer/tickets.tsx'),
    route('customer/tickets/create', 'customer/create-ticket.tsx'),
    route('customer/tickets/:ticketGuidId', 'customer/request/ticket.tsx'),
  ]),
])

const visitor = layout('shell/visitor-layout.tsx', [
  layout('shell/page-boundary.tsx', { id: 'visitor-page-boundary' }, [
    route('customer/request', 'customer/visitor/visitor-request.tsx'),
  ]),
])

export default [
  signIn,
  team,
  customer,
  visitor,
  route('sign-out', 'shell/account/sign-out.tsx'),
  route('*', 'errors/not-found.tsx'),
  // Matches `/` in areas whose manifest does not include the dashboard.
  index('errors/not-found.tsx', { id: 'dashboard-elsewhere' }),
] satisfies RouteConfig
