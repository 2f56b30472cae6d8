import theme from 'vitepress/theme'
import './phone.css'

export default theme
