package dev.restante.samples.jakartaee;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * Servlet through which HTTP clients place orders and read their results. {@code POST /orders?item=jam} places an
 * order, which fails at the end with {@code &fail=true}. {@code GET /orders?item=jam} returns the results of the
 * orders.
 */
@WebServlet("/orders")
public class OrdersServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient OrderService orderService;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String item = request.getParameter("item");
        boolean fail = Boolean.parseBoolean(request.getParameter("fail"));
        response.getWriter().println(fail ? orderService.placeAndFail(item) : orderService.place(item));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        PrintWriter out = response.getWriter();
        orderService.of(request.getParameter("item")).forEach(out::println);
    }
}
