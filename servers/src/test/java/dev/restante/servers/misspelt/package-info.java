/** A bean whose activation has a property that does not exist. Deployed to the servers in place of the probe. */
package dev.restante.servers.misspelt;
