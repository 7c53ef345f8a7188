/**
 * A browser may keep its storage from a site, as it keeps cookies from it: whoever so much as looks for it has an error then.
 * What the portal would keep lasts as long as the page instead, so that everything can be read that needs no login. The text of
 * a script for the page, which runs before any file of the portal.
 */
export const storageStandIn = `for(const name of['localStorage','sessionStorage'])try{window[name].length}catch{Object.defineProperty(window,name,{value:Object.create({__proto__:null,getItem(key){return this[key]??null},setItem(key,text){this[key]=text+''},removeItem(key){delete this[key]},clear(){for(const key of Object.keys(this))delete this[key]}})})}`
