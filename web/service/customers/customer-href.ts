export const customersPath = '/service/customers'
export const customerHref = (id: string) => `${customersPath}/${id}`
export const exportsHref = (id: string) => `${customerHref(id)}/exports`
export const eraseHref = (id: string) => `${customerHref(id)}/erase`
export const companiesPath = '/service/companies'
export const companyHref = (id: string) => `${companiesPath}/${id}`
