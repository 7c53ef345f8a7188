import styles from './Illustration.module.css'
import { benefitPictureOf, type BenefitPicture } from './benefit-pictures.ts'
import sprite from './benefit-pictures.svg?no-inline'

type IllustrationProps = { of: BenefitPicture; size?: 'small' | 'medium' | 'fill' }

/** An illustration in the client's colours on a pale tile: 40 or 56 px, or as large as its container. Decorative. */
export function Illustration({ of, size = 'small' }: IllustrationProps) {
  return (
    <svg className={styles.tile} data-size={size} viewBox="0 0 96 96" aria-hidden="true">
      <use href={`${sprite}#${of}`} />
    </svg>
  )
}

export function BenefitIllustration({
  benefit,
  size,
}: {
  benefit: { groupCode: string | null; category: string }
  size?: IllustrationProps['size']
}) {
  return <Illustration of={benefitPictureOf(benefit)} {...(size && { size })} />
}
