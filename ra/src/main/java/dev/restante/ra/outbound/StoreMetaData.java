package dev.restante.ra.outbound;

import jakarta.resource.spi.ManagedConnectionMetaData;

/**
 * The metadata of a managed connection: product, version and user.
 *
 * @param version of the provider
 * @param user empty for the configured one
 */
record StoreMetaData(String version, String user) implements ManagedConnectionMetaData {

    @Override
    public String getEISProductName() {
        return "Restante";
    }

    @Override
    public String getEISProductVersion() {
        return version;
    }

    /** There is no limit. */
    @Override
    public int getMaxConnections() {
        return 0;
    }

    @Override
    public String getUserName() {
        return user;
    }
}
