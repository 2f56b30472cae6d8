/** Spring Integration on Restante. */
@NullMarked
package dev.restante.samples.integrations.springintegration;

import org.jspecify.annotations.NullMarked;
