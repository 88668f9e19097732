import { parse } from 'unbash'
