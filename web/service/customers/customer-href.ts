export const customersPath = '/service/customers'
export const customerHref = (id: string) => `${customersPath}/${id}`
