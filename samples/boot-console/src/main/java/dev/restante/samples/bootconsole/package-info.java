/** Application whose own users have access to the console. */
@NullMarked
package dev.restante.samples.bootconsole;

import org.jspecify.annotations.NullMarked;
