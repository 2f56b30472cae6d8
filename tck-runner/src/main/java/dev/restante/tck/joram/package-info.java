/** Administration that the JORAM conformance tests require of a provider. */
@NullMarked
package dev.restante.tck.joram;

import org.jspecify.annotations.NullMarked;
