import { useState } from 'react'
import { errorMessages, guardMessages } from '../../contract/messages.ts'
import { BarChart } from '../../ui/BarChart.tsx'
import { ChartFigure } from '../../ui/ChartFigure.tsx'
import { DataTable, type Column, type Sorting } from '../../ui/DataTable.tsx'
import { DonutChart } from '../../ui/DonutChart.tsx'
import { firstIcons } from '../../ui/Icon.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { LineChart } from '../../ui/LineChart.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Money } from '../../ui/Money.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { Face } from './Face.tsx'
import styles from './Gallery.module.css'
import {
  longName,
  longSentence,
  manyPeople,
  nothing,
  people,
  pounds,
  rightToLeftName,
  type Person,
} from './made-up.samples.ts'
