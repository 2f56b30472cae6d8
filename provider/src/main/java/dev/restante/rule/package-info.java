/** Rules of subscriptions, which select messages and change properties of their copies. */
@NullMarked
package dev.restante.rule;

import org.jspecify.annotations.NullMarked;
