package dev.restante.ra;

import dev.restante.RestanteXAConnectionFactory;
import jakarta.resource.spi.InvalidPropertyException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the provider's connection factories from what administrators have configured. */
final class Stores {

    private Stores() {}

    /**
     * A factory; it has not connected.
     *
     * @throws InvalidPropertyException that names the property, its value and the remedy
     */
    static RestanteXAConnectionFactory factory(StoreSettings settings, @Nullable String clientId)
            throws InvalidPropertyException {
        RestanteXAConnectionFactory made = new RestanteXAConnectionFactory();
        String url = settings.url() == null ? ServerDirectory.storeUrl() : settings.url();
        try {
            made.setUrl(url);
        } catch (IllegalArgumentException refused) {
            throw new InvalidPropertyException("Property url: " + refused.getMessage(), refused);
        }
        if (settings.user() != null) {
            made.setUser(settings.user());
            made.setPassword(settings.password());
        }
        made.setClientId(clientId);
        for (Map.Entry<String, String> option : settings.options().entrySet()) {
            try {
                made.configure(Map.of(option.getKey(), option.getValue()));
            } catch (IllegalArgumentException refused) {
                throw new InvalidPropertyException(
                        "Property options, " + option.getKey() + ": " + refused.getMessage(), refused);
            }
        }
        return made;
    }

    static void check(StoreSettings settings) throws InvalidPropertyException {
        factory(settings, null);
    }
}
