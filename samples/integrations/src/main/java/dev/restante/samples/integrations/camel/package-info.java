/** Apache Camel on Restante. */
@NullMarked
package dev.restante.samples.integrations.camel;

import org.jspecify.annotations.NullMarked;
