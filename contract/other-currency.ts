/** A currency other than pounds, before, after or without a number. */
export const otherCurrency = /(?!£)\p{Sc}|(?<!\p{L})(?:EUR|USD|CHF|PLN|SEK|NOK|DKK|CAD|AUD|INR|JPY|kr)(?!\p{L})|zł|Kč/iu
