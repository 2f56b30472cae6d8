package dev.restante.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.jdbc.connect.StoreLocation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the key that identifies a store")
class StoreKeyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://localhost/db?user=me&password=secret",
                "jdbc:postgresql://localhost/db?ssl=true&PASSWORD=secret&x=1",
                "jdbc:hsqldb:file:data/store;user=me;password=secret"
            })
    @DisplayName("the name of a store in the log does not show a password of the URL")
    void shouldHidePasswords(String url) {
        assertThat(StoreKey.of(new StoreLocation.Url(url, "SA", "")).toString())
                .contains(url.contains("//") ? "localhost/db" : "data/store")
                .doesNotContain("secret");
    }
}
