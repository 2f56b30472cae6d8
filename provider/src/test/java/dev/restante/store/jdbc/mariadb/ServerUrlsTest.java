package dev.restante.store.jdbc.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("URLs that name several servers")
final class ServerUrlsTest {

    @Test
    void shouldGiveEachServerAUrl() {
        assertThat(ServerUrls.of("jdbc:mariadb:sequential://h1,h2:3307,[::1]:3308/db?sslMode=trust"))
                .containsExactly(
                        "jdbc:mariadb://h1/db?sslMode=trust",
                        "jdbc:mariadb://h2:3307/db?sslMode=trust",
                        "jdbc:mariadb://[::1]:3308/db?sslMode=trust");
        assertThat(ServerUrls.of("jdbc:mariadb://address=(host=h1)(port=3307),address=(host=h2)/db"))
                .containsExactly(
                        "jdbc:mariadb://address=(host=h1)(port=3307)/db", "jdbc:mariadb://address=(host=h2)/db");
        assertThat(ServerUrls.of("jdbc:mariadb:sequential://h1,h2?useCompression=true"))
                .containsExactly("jdbc:mariadb://h1?useCompression=true", "jdbc:mariadb://h2?useCompression=true");
    }

    @Test
    void shouldLeaveAUrlOfOneServerAsItIs() {
        for (String url :
                new String[] {"jdbc:mariadb://h1/db", "jdbc:mariadb:sequential://h1:3306/db?a=b,c", "jdbc:mariadb:x"}) {
            assertThat(ServerUrls.of(url)).containsExactly(url);
        }
    }
}
