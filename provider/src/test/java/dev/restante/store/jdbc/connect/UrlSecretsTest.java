package dev.restante.store.jdbc.connect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

@DisplayName("the URL of a data source in messages")
final class UrlSecretsTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db:5432/shop, jdbc:postgresql://db:5432/shop",
        "jdbc:postgresql://db/shop?a=1, jdbc:postgresql://db/shop",
        "jdbc:postgresql://db/shop?a=1&b=2&user=me, jdbc:postgresql://db/shop?user=me",
        "jdbc:postgresql://db/shop?user=me&a=1&b=2, jdbc:postgresql://db/shop?user=me",
        "jdbc:postgresql://db/shop?user=me&a=1&sslmode=require&password=secret,"
                + " jdbc:postgresql://db/shop?user=me&sslmode=require",
        "jdbc:hsqldb:mem:shop;ifexists=true;password=secret, jdbc:hsqldb:mem:shop;ifexists=true",
    })
    @DisplayName("contains no parameter whose value is masked")
    void shouldLeaveOutMaskedParameters(String url, String shown) {
        assertThat(UrlSecrets.maskShort(url)).isEqualTo(shown);
    }

    @Test
    @DisplayName("is short even if the driver lists all of its properties")
    void shouldBeShort() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"db"});
        source.setDatabaseName("shop");
        source.setPassword("secret");
        assertThat(UrlSecrets.maskShort(source.getUrl()))
                .startsWith("jdbc:postgresql://db")
                .contains("/shop")
                .doesNotContain("***")
                .hasSizeLessThan(300);
    }
}
