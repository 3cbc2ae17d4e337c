export default function Pieces() {
  return <h1>x</h1>;
}
