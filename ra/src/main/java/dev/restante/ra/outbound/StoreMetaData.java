package dev.restante.ra.outbound;

import jakarta.resource.spi.ManagedConnectionMetaData;

/**
 * What a managed connection says about the other end.
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
