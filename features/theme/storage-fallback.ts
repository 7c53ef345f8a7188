/**
 * Script for browsers that block storage, where access throws. Replaces storage with an object that lasts as long as
 * the page.
 */
export const storageStandIn = `for(const name of['localStorage','sessionStorage'])try{window[name].length}catch{Object.defineProperty(window,name,{value:Object.create({__proto__:null,getItem(key){return this[key]??null},setItem(key,text){this[key]=text+''},removeItem(key){delete this[key]},clear(){for(const key of Object.keys(this))delete this[key]}})})}`
